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

/** One operation of the API: what it takes, and what it answers. */
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
        {fields.length > 0 && <Fields fields={fields} />}
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

function Fields({ fields }: Pick<Operation, 'fields'>) {
  const { field, type, allowed, description } = developerText;
  return (
    <div className={controls['scroll']}>
      <Table columns={[field, type, allowed, description]}>
        {fields.map(({ name, isRequired, ...row }) => (
          <tr key={name}>
            <td>
              <code>{isRequired ? developerText.required(name) : name}</code>
            </td>
            <td>{row.type}</td>
            <td>{row.allowed}</td>
            <td>{row.description}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
