import { AudioLines, Box, Code, MessageSquare, Settings, Waypoints } from 'lucide-react';
import { shellText } from '#ui/messages/shell.ts';

/** The sections in the order of the rail. `G`, then the key, opens one. */
export const SECTIONS = [
  { path: '/chat', text: 'chat', icon: MessageSquare, key: 'c' },
  { path: '/transcribe', text: 'transcribe', icon: AudioLines, key: 't' },
  { path: '/embeddings', text: 'embeddings', icon: Waypoints, key: 'e' },
  { path: '/models', text: 'models', icon: Box, key: 'm' },
  { path: '/developer', text: 'developer', icon: Code, key: 'd' },
  { path: '/settings', text: 'settings', icon: Settings, key: 's' },
] as const;

export const sectionName = ({ text }: (typeof SECTIONS)[number]): string => shellText[text];

/** Whether `pathname` belongs to the section at `path`: the bare origin is the chat. */
export function isInSection(pathname: string, path: string): boolean {
  return (pathname === '/' ? '/chat' : pathname).startsWith(path);
}
