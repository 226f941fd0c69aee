import { expect } from 'vitest';

/** The events of a stream whose `event:` lines repeat the type of their data, as in Responses and Messages. */
export async function readTypedEvents(response: Response) {
  const blocks = (await response.text()).split('\n\n').filter(Boolean);
  return blocks
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [type = '', data = ''] = block.split('\n');
      const event = JSON.parse(data.replace(/^data: /, ''));
      expect(type).toBe(`event: ${event.type}`);
      return event;
    });
}
