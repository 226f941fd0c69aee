import { AnswerError } from '#ui/services.ts';

/** The events of a streamed answer, parsed, without the closing mark. @throws AnswerError */
export async function* readEvents(response: Response): AsyncGenerator<Record<string, unknown>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ') || event === 'data: [DONE]') continue;
      const data = JSON.parse(event.slice('data: '.length)) as Record<string, unknown>;
      const failed = data['error'] as { message: string; code: string | null } | undefined;
      if (failed) throw new AnswerError(failed.message, failed.code);
      yield data;
    }
  }
}
