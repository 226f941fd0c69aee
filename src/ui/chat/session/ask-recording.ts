import { Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { addText } from './add-document.ts';
import type { ChatContext } from './chat-context.ts';

/** Puts a transcript into the open chat as its document. @throws AnswerError */
export async function askAboutRecording(chat: ChatContext, recordingId: string): Promise<void> {
  const transcripts = new Transcripts(await chat.ports.store.opened);
  const recording = await transcripts.get(recordingId);
  if (!recording) return;
  await addText(chat, recording.name, async () => {
    const names = new Map(recording.speakers.map(({ id, name }) => [id, name]));
    const segments = await transcripts.segments(recordingId);
    // The times are how a citation finds its place in the sound.
    const lines = segments.map(({ start, speaker, text }) => {
      const who = speaker ? `${names.get(speaker) ?? ''}: ` : '';
      return `[${shortClock(start)}] ${who}${text.trim()}`;
    });
    return { name: recording.name, text: lines.join('\n'), recordingId };
  });
}
