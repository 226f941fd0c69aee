import type { ComponentProps, ReactNode } from 'react';
import controls from './controls.module.css';

/** The header of a column. Numbers are aligned to the right. */
type Column = string | { name: ReactNode; isNumber?: boolean; isHidden?: boolean };

interface TableProps extends Omit<ComponentProps<'table'>, 'children'> {
  columns?: readonly Column[];
  /** Names the table for people who cannot see it. */
  caption?: string;
  /** The rows. */
  children: ReactNode;
}

/** A table with the app's lines and spacing. */
export function Table({ columns, caption, className, children, ...rest }: TableProps) {
  return (
    <table {...rest} className={[controls['table'], className].filter(Boolean).join(' ')}>
      {caption && <caption className={controls['unseen']}>{caption}</caption>}
      {columns && (
        <thead>
          <tr>{columns.map(header)}</tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  );
}

function header(column: Column, at: number): ReactNode {
  const { name, isNumber, isHidden } =
    typeof column === 'string' ? { name: column, isNumber: false, isHidden: false } : column;
  return (
    <th key={at} scope="col" className={isNumber ? controls['number'] : undefined}>
      {isHidden ? <span className={controls['unseen']}>{name}</span> : name}
    </th>
  );
}
