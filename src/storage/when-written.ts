// Apart from what needs the database's library: the first page writes drafts and chats before it is loaded.

/** Resolves when a transaction of the browser's own database is through. @throws why it was not */
export function whenWritten(write: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    write.oncomplete = () => resolve();
    write.onabort = () => reject(write.error);
  });
}
