import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface ProjectButtonProps {
  className?: string | undefined;
  /** Whether it shows its words. */
  isNamed?: boolean;
}

/** Moves the chat into a project or out of it. */
export function ProjectButton({ className, isNamed = false }: ProjectButtonProps) {
  const row = useChat((state) => state.row);
  const [isOpen, setOpen] = useState(false);
  const props = {
    icon: FolderInput,
    'aria-haspopup': 'dialog',
    onClick: () => setOpen(true),
  } as const;
  return (
    <>
      {isNamed ? (
        <Button size="small" {...props}>
          {projectsText.moveTitle}
        </Button>
      ) : (
        <IconButton label={projectsText.moveTitle} className={className} {...props} />
      )}
      {isOpen && <ProjectDialog conversations={[row]} onClose={() => setOpen(false)} />}
    </>
  );
}
