import type { SchemaCheckAnswer, SchemaCheckJob } from './schema-checker.ts';

// The entry of a worker is never imported by its own chunks: browsers would run it twice.
import('./find-schema-problem.ts').then(
  ({ findSchemaProblem }) => {
    self.addEventListener('message', ({ data }: MessageEvent<SchemaCheckJob>) => {
      findSchemaProblem(data.schemas).then(
        (problem) => answer({ type: 'done', problem }),
        (error: unknown) => answer({ type: 'failed', message: String(error) }),
      );
    });
    answer({ type: 'ready' });
  },
  (error: unknown) => answer({ type: 'failed', message: String(error) }),
);

function answer(message: SchemaCheckAnswer): void {
  self.postMessage(message);
}
