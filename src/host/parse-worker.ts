import type { Parsed, ParseJob } from './body-parser.ts';
import type { HelperAnswer } from './helper-thread.ts';

// The entry of a worker is never imported by its own chunks: browsers would run it twice.
import('./parse-body.ts').then(
  ({ parseBody }) => {
    self.addEventListener('message', ({ data }: MessageEvent<ParseJob>) => {
      parseBody(data).then(
        (value) => answer({ type: 'done', value }),
        (error: unknown) => answer({ type: 'failed', message: String(error) }),
      );
    });
    answer({ type: 'ready' });
  },
  (error: unknown) => answer({ type: 'failed', message: String(error) }),
);

function answer(message: HelperAnswer<Parsed>): void {
  self.postMessage(message);
}
