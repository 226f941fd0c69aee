import { AnswerError } from './describe-error.ts';

interface Failure {
  error?: { message: string; code: string | null };
}

/** The events of a streamed answer, parsed, without the closing mark. @throws AnswerError */
export async function* readEvents<T extends object>(response: Response): AsyncGenerator<T> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        if (!event.startsWith('data: ') || event === 'data: [DONE]') continue;
        const data = JSON.parse(event.slice('data: '.length)) as Awaited<T> & Failure;
        if (data.error) throw new AnswerError(data.error.message, data.error.code);
        yield data;
      }
    }
  } finally {
    // A caller that leaves early ends the request: the model would write on.
    await reader?.cancel().catch(() => {});
  }
}
