import controls from '#ui/kit/controls.module.css';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import styles from './developer.module.css';
import type { Operation } from './read-openapi.ts';

interface ReferenceOperationProps {
  operation: Operation;
  /** The search text: matching fields are marked, and the operation is open. */
  query: string;
}

export function ReferenceOperation({ operation, query }: ReferenceOperationProps) {
  const { method, path, summary, fields, answers } = operation;
  return (
    <details className={styles['endpoint']} open={query !== '' || undefined}>
      <summary>
        <span className={styles['method']}>{method}</span>
        <code>{path}</code>
        <span className={controls['secondary']}>{summary}</span>
      </summary>
      <div>
        {fields.length > 0 && (
          <div className={controls['scroll']}>
            <Table
              columns={[
                developerText.field,
                developerText.type,
                developerText.allowed,
                developerText.description,
              ]}
            >
              {fields.map((field) => (
                <tr key={field.name}>
                  <td>
                    <code>
                      {field.isRequired ? developerText.required(field.name) : field.name}
                    </code>
                  </td>
                  <td>{field.type}</td>
                  <td>{field.allowed}</td>
                  <td>{field.description}</td>
                </tr>
              ))}
            </Table>
          </div>
        )}
        <Table columns={[developerText.status, developerText.when]}>
          {answers.map(([status, when]) => (
            <tr key={status}>
              <td>{status}</td>
              <td>{when}</td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}
