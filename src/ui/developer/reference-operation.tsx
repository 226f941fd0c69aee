import controls from '#ui/kit/controls.module.css';
import { developerText } from '#ui/messages/developer.ts';
import styles from './developer.module.css';
import type { Operation } from './read-openapi.ts';

export function ReferenceOperation({ operation }: { operation: Operation }) {
  const { method, path, summary, fields, answers } = operation;
  return (
    <details className={styles['endpoint']}>
      <summary>
        <span className={styles['method']}>{method}</span>
        <code>{path}</code>
        <span className={controls['secondary']}>{summary}</span>
      </summary>
      <div>
        {fields.length > 0 && (
          <div className={controls['scroll']}>
            <table className={controls['table']}>
              <thead>
                <tr>
                  <th scope="col">{developerText.field}</th>
                  <th scope="col">{developerText.type}</th>
                  <th scope="col">{developerText.allowed}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.name}>
                    <td>
                      <code>
                        {field.isRequired ? developerText.required(field.name) : field.name}
                      </code>
                    </td>
                    <td>{field.type}</td>
                    <td>{field.allowed}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <table className={controls['table']}>
          <thead>
            <tr>
              <th scope="col">{developerText.status}</th>
              <th scope="col">{developerText.when}</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(([status, when]) => (
              <tr key={status}>
                <td>{status}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
