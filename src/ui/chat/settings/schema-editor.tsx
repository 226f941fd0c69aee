import { useState } from 'react';
import { schemaProblem } from '#contract/json-schema.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { useHost } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { checkJson } from './check-json.ts';

interface SchemaEditorProps {
  schema: string;
  onChange: (schema: string) => void;
}

/** Small enough for the smallest model: choices instead of free text and numbers. */
const EXAMPLE = JSON.stringify(
  {
    type: 'object',
    properties: {
      topic: { enum: ['chat', 'transcribe', 'embeddings', 'models', 'api'] },
      isQuestion: { type: 'boolean' },
    },
    required: ['topic', 'isQuestion'],
  },
  null,
  2,
);

/** A JSON Schema that answers must match. It applies once it is valid. */
export function SchemaEditor({ schema, onChange }: SchemaEditorProps) {
  const [draft, setDraft] = useState(schema);
  const chat = useConversation();
  const model = useChat((state) => state.row.settings.model);
  const card = useHost(({ models }) => models.find((m) => m.id === model));
  const problem = draft.trim() === '' ? null : checkJson(draft, schemaProblem);

  function change(text: string) {
    setDraft(text);
    const isRight = text.trim() === '' || checkJson(text, schemaProblem) === null;
    if (isRight) onChange(text);
  }

  return (
    <>
      {card && !card.can.json && draft.trim() !== '' && (
        <p className={controls['error']}>{chatSettingsText.noSchemas(card.title)}</p>
      )}
      {card?.scope === 'app' && draft.trim() !== '' && (
        <div className={controls['row']} role="note">
          <p className={controls['secondary']}>{chatSettingsText.schemaScope(card.title)}</p>
          <GeneralModel
            task="chat"
            onUse={(id) =>
              reportFailure(chatText.settingNotSaved, chat.changeSettings({ model: id }))
            }
          />
        </div>
      )}
      <TextArea
        isCode
        label={chatSettingsText.schema}
        isLabelHidden
        rows={draft === '' ? 2 : 8}
        spellCheck={false}
        placeholder={chatSettingsText.schemaPlaceholder}
        value={draft}
        onChange={(event) => change(event.target.value)}
      />
      <Problem text={problem} />
      <div className={controls['row']}>
        <Button size="small" onClick={() => change(draft === '' ? EXAMPLE : '')}>
          {draft === '' ? chatSettingsText.startFromExample : chatSettingsText.clear}
        </Button>
      </div>
    </>
  );
}
