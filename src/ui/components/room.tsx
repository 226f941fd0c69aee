import type { ReactNode } from 'react';
import styles from './room.module.css';

interface RoomProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** One way of using the service, with its name and one sentence on it. */
export function Room({ title, about, children }: RoomProps) {
  const id = `room-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <section className={styles['room']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles['about']}>{about}</p>
      {children}
    </section>
  );
}
