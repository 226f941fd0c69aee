import { FolderOpen } from 'lucide-react';
import { Link } from 'wouter';
import { useBook } from '#ui/chat/use-chat.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { useServices } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';

/** The project of a chat: its name, the files that are searched too, and the way to it. */
export function ProjectChip({ id }: { id: string }) {
  const { storage } = useServices();
  const project = useBook((state) => state.projects?.find((one) => one.id === id));
  const count = useWatched(
    async () => (await storage).documents.where('conversationId').equals(id).count(),
    id,
  );
  if (!project) return null;
  return (
    <li>
      <Link href={itemPath('/chat/project', id)} className={buttonClass({ size: 'small' })}>
        <FolderOpen size={16} aria-hidden />
        <span dir="auto">{projectsText.chip(project.name, count ?? 0)}</span>
      </Link>
    </li>
  );
}
