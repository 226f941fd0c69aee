import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import type { ProjectShelf } from './project-shelf.ts';

/** Transcripts that are offered, the newest first. */
const MAX_OFFERED = 20;

/** Adds the transcript of a finished recording to a project; nothing where there is none. */
export function TranscriptMenu({ icon, shelf }: { icon: LucideIcon; shelf: ProjectShelf }) {
  const { storage } = useServices();
  const recordings = useWatched(
    async () => (await storage).recordings.orderBy('order').reverse().toArray(),
    'recordings',
  );
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const done = (recordings ?? []).filter(({ state }) => state === 'done').slice(0, MAX_OFFERED);
  if (done.length === 0) return null;
  return (
    <>
      <Button
        ref={button}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {projectsText.addTranscript}
      </Button>
      {isOpen && (
        <Menu
          label={projectsText.addTranscript}
          anchor={button.current}
          onClose={() => setOpen(false)}
          items={done.map(({ id, name }) => ({
            label: name,
            run() {
              setOpen(false);
              reportFailure(projectsText.notAdded, shelf.addRecording(id));
            },
          }))}
        />
      )}
    </>
  );
}
