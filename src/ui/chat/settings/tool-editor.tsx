import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ToolDefinition } from '#storage/chat-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import styles from './chat-settings.module.css';
import { ToolForm } from './tool-form.tsx';

interface ToolEditorProps {
  tools: readonly ToolDefinition[];
  onChange: (tools: ToolDefinition[]) => void;
}

const NEW_TOOL: ToolDefinition = {
  name: '',
  description: '',
  parameters: JSON.stringify({ type: 'object', properties: { city: { type: 'string' } } }, null, 2),
  code: '',
};

/** The functions a model may call. */
export function ToolEditor({ tools, onChange }: ToolEditorProps) {
  const [draft, setDraft] = useState<{ tool: ToolDefinition; at: number } | null>(null);

  function save(tool: ToolDefinition) {
    const next = [...tools];
    next[draft?.at ?? tools.length] = tool;
    onChange(next);
    setDraft(null);
  }

  if (draft) {
    return <ToolForm initial={draft.tool} onSave={save} onCancel={() => setDraft(null)} />;
  }
  return (
    <>
      <ul className={styles['tools']}>
        {tools.map((tool, at) => (
          <li key={tool.name} className={controls['row']}>
            <code>{tool.name}</code>
            <span className={controls['secondary']}>
              {tool.code.trim() === '' ? chatSettingsText.byHand : chatSettingsText.byFunction}
            </span>
            <Button
              size="small"
              aria-label={chatSettingsText.editTool(tool.name)}
              onClick={() => setDraft({ tool, at })}
            >
              {chatSettingsText.edit}
            </Button>
            <Button
              kind="danger"
              size="small"
              aria-label={chatSettingsText.removeTool(tool.name)}
              onClick={() => onChange(tools.filter((_, i) => i !== at))}
            >
              {chatSettingsText.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div className={controls['row']}>
        <Button
          size="small"
          icon={Plus}
          onClick={() => setDraft({ tool: NEW_TOOL, at: tools.length })}
        >
          {chatSettingsText.addTool}
        </Button>
      </div>
    </>
  );
}
