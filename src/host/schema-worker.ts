import type { HelperAnswer } from './helper-thread.ts';
import type { SchemaCheckJob, SchemaCheckValue } from './schema-checker.ts';

// The entry of a worker is never imported by its own chunks: browsers would run it twice.
import('./find-schema-problem.ts').then(
  ({ findSchemaProblem }) => {
    self.addEventListener('message', ({ data }: MessageEvent<SchemaCheckJob>) => {
      findSchemaProblem(data.schemas, data).then(
        (value) => answer({ type: 'done', value }),
        (error: unknown) => answer({ type: 'failed', message: String(error) }),
      );
    });
    answer({ type: 'ready' });
  },
  (error: unknown) => answer({ type: 'failed', message: String(error) }),
);

function answer(message: HelperAnswer<SchemaCheckValue>): void {
  self.postMessage(message);
}
