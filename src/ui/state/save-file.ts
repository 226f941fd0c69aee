/** Lets the browser save a file under a name. */
export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
