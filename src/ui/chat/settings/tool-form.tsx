import { useState } from 'react';
import { schemaProblem } from '#contract/json-schema.ts';
import type { ToolDefinition } from '#storage/chat-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field, TextArea } from '#ui/kit/field.tsx';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import styles from './chat-settings.module.css';
import { checkJson } from './check-json.ts';

interface ToolFormProps {
  initial: ToolDefinition;
  onSave: (tool: ToolDefinition) => void;
  onCancel: () => void;
}

/** Edits one function that a model may call. */
export function ToolForm({ initial, onSave, onCancel }: ToolFormProps) {
  const [tool, setTool] = useState(initial);
  const change = (changes: Partial<ToolDefinition>) => setTool({ ...tool, ...changes });
  const isNamed = /^[A-Za-z0-9_-]{1,64}$/.test(tool.name);
  const problem = checkJson(tool.parameters, schemaProblem);
  return (
    <form
      className={styles['part']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed && problem === null) onSave(tool);
      }}
    >
      <Field
        isCode
        label={chatSettingsText.toolName}
        placeholder={NAME_EXAMPLE}
        value={tool.name}
        error={!isNamed && tool.name !== '' ? chatSettingsText.toolNameHint : null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Field
        label={chatSettingsText.description}
        value={tool.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <TextArea
        isCode
        label={chatSettingsText.parameters}
        rows={6}
        spellCheck={false}
        value={tool.parameters}
        error={problem}
        onChange={(event) => change({ parameters: event.target.value })}
      />
      <TextArea
        isCode
        label={chatSettingsText.code}
        rows={4}
        spellCheck={false}
        placeholder={CODE_EXAMPLE}
        value={tool.code}
        hint={chatSettingsText.codeHint}
        onChange={(event) => change({ code: event.target.value })}
      />
      <div className={controls['row']}>
        <Button kind="primary" type="submit" disabled={!isNamed || problem !== null}>
          {chatSettingsText.saveTool}
        </Button>
        <Button onClick={onCancel}>{chatSettingsText.cancel}</Button>
      </div>
    </form>
  );
}

const NAME_EXAMPLE = 'get_weather';
const CODE_EXAMPLE = 'return { degrees: 21, city: args.city };';
