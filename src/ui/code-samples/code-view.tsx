import { useState } from 'react';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { type CodeForm, codeForms, writeCode } from './write-code.ts';

interface CodeViewProps {
  endpoint: Endpoint;
  model: string;
  body: string;
  fileName: string;
}

/** The very call, in the language of the reader. */
export function CodeView(props: CodeViewProps) {
  const [form, setForm] = useState<CodeForm>('javascript');
  const code = writeCode(form, props);
  return (
    <div>
      <div className={controls['row']}>
        <Select
          label={developerText.viewCode}
          options={codeForms(props.endpoint)}
          value={form}
          onChange={setForm}
        />
        <CopyButton text={code} label={developerText.copyCode} isNamed />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className={controls['listing']}>
        {code}
      </pre>
      {(form === 'python' || form === 'curl') && (
        <p className={controls['secondary']}>{developerText.pythonNote}</p>
      )}
    </div>
  );
}
