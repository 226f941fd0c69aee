import { useBook, useChat } from '#ui/chat/use-chat.ts';
import controls from '#ui/kit/controls.module.css';
import { projectsText } from '#ui/messages/projects.ts';
import { ProjectButton } from './project-button.tsx';
import styles from './projects.module.css';

/** The project of a chat, and what the chat gets from it before its own system prompt. */
export function ProjectInstructions() {
  const id = useChat((state) => state.row.project);
  const project = useBook((state) => state.projects?.find((one) => one.id === id));
  const instructions = project?.instructions.trim();
  return (
    <section className={styles['given']}>
      <h3 dir="auto">
        {project ? projectsText.instructionsOf(project.name) : projectsText.project}
      </h3>
      <p className={controls['secondary']} dir="auto">
        {instructions || (project ? projectsText.noInstructions : projectsText.none)}
      </p>
      <ProjectButton isNamed />
    </section>
  );
}
