import { Plus } from 'lucide-react';
import { useState } from 'react';
import { schemaProblem } from '#contract/json-schema.ts';
import type { ToolDefinition } from '#storage/chat-records.ts';
import { checkJson } from '#ui/chat/session/check-json.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import styles from './chat-settings.module.css';

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
    return <ToolForm first={draft.tool} onSave={save} onCancel={() => setDraft(null)} />;
  }
  return (
    <>
      <ul className={styles['tools']}>
        {tools.map((tool, at) => (
          <li key={tool.name} className={controls['row']}>
            <code>{tool.name}</code>
            <span className={controls['secondary']}>
              {tool.code.trim() === '' ? 'answered by hand' : 'answered by its function'}
            </span>
            <Button
              size="small"
              aria-label={`Edit ${tool.name}`}
              onClick={() => setDraft({ tool, at })}
            >
              Edit
            </Button>
            <Button
              kind="danger"
              size="small"
              aria-label={`Remove ${tool.name}`}
              onClick={() => onChange(tools.filter((_, i) => i !== at))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className={controls['row']}>
        <Button size="small" onClick={() => setDraft({ tool: NEW_TOOL, at: tools.length })}>
          <Plus size={16} aria-hidden />
          Add a tool
        </Button>
      </div>
    </>
  );
}

interface ToolFormProps {
  first: ToolDefinition;
  onSave: (tool: ToolDefinition) => void;
  onCancel: () => void;
}

function ToolForm({ first, onSave, onCancel }: ToolFormProps) {
  const [tool, setTool] = useState(first);
  const change = (changes: Partial<ToolDefinition>) => setTool({ ...tool, ...changes });
  const named = /^[A-Za-z0-9_-]{1,64}$/.test(tool.name);
  const problem = checkJson(tool.parameters, schemaProblem);
  return (
    <form
      className={styles['part']}
      onSubmit={(event) => {
        event.preventDefault();
        if (named && problem === null) onSave(tool);
      }}
    >
      <label className={controls['label']}>
        Name
        <input
          className={`${controls['field']} ${controls['code']}`}
          placeholder="get_weather"
          value={tool.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </label>
      {!named && tool.name !== '' && (
        <p className={controls['error']}>Letters, digits, _ and -, at most 64.</p>
      )}
      <label className={controls['label']}>
        What it does
        <input
          className={controls['field']}
          value={tool.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </label>
      <label className={controls['label']}>
        Arguments, as JSON Schema
        <textarea
          className={`${controls['field']} ${controls['code']}`}
          rows={6}
          spellCheck={false}
          value={tool.parameters}
          onChange={(event) => change({ parameters: event.target.value })}
        />
      </label>
      {problem && <p className={controls['error']}>{problem}</p>}
      <label className={controls['label']}>
        JavaScript that answers it, with <code>args</code>; empty to answer by hand
        <textarea
          className={`${controls['field']} ${controls['code']}`}
          rows={4}
          spellCheck={false}
          placeholder={'return { degrees: 21, city: args.city };'}
          value={tool.code}
          onChange={(event) => change({ code: event.target.value })}
        />
      </label>
      <p className={controls['secondary']}>
        It runs in an engine of its own: no page, no network, two seconds at most.
      </p>
      <div className={controls['row']}>
        <Button kind="primary" type="submit" disabled={!named || problem !== null}>
          Save tool
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
