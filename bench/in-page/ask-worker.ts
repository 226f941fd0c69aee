/** Sends a worker one message and resolves with its answer. */
export function askWorker<T>(worker: Worker, message: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as T);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message);
  });
}
