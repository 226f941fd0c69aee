import type { ChatSettings } from '#storage/chat-records.ts';
import { ProjectButton } from '#ui/chat/projects/project-button.tsx';
import projects from '#ui/chat/projects/projects.module.css';
import { useBook, useChat } from '#ui/chat/use-chat.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { TextArea } from '#ui/kit/field.tsx';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import { projectsText } from '#ui/messages/projects.ts';
import styles from './chat-settings.module.css';
import { PresetPicker } from './preset-picker.tsx';
import { SamplingFields } from './sampling-fields.tsx';
import { SchemaEditor } from './schema-editor.tsx';
import { ToolEditor } from './tool-editor.tsx';

interface ChatSettingsSheetProps {
  settings: ChatSettings;
  onChange: (changes: Partial<ChatSettings>) => void;
  onClose: () => void;
}

/** How this chat is answered. Changes apply from the next message; the model stays loaded. */
export function ChatSettingsSheet({ settings, onChange, onClose }: ChatSettingsSheetProps) {
  const { system, sampling, outputSchema, tools } = settings;
  return (
    <Dialog title={chatSettingsText.title} kind="side" onClose={onClose}>
      <ProjectInstructions />
      <section className={styles['part']}>
        <TextArea
          label={chatSettingsText.system}
          rows={4}
          value={system}
          placeholder={chatSettingsText.systemPlaceholder}
          onChange={(event) => onChange({ system: event.target.value })}
        />
        <PresetPicker system={system} sampling={sampling} onPick={onChange} />
      </section>
      <section className={styles['part']}>
        <h3>{chatSettingsText.sampling}</h3>
        <SamplingFields sampling={sampling} onChange={(next) => onChange({ sampling: next })} />
      </section>
      <section className={styles['part']}>
        <h3>{chatSettingsText.jsonOutput}</h3>
        <SchemaEditor schema={outputSchema} onChange={(next) => onChange({ outputSchema: next })} />
      </section>
      <section className={styles['part']}>
        <h3>{chatSettingsText.tools}</h3>
        <ToolEditor tools={tools} onChange={(next) => onChange({ tools: next })} />
      </section>
    </Dialog>
  );
}

/** The project of a chat, and what the chat gets from it before its own system prompt. */
function ProjectInstructions() {
  const id = useChat((state) => state.row.project);
  const project = useBook((state) => state.projects?.find((one) => one.id === id));
  const instructions = project?.instructions.trim();
  return (
    <section className={projects['given']}>
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
