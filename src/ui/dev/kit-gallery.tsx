import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { CheckBox, Field, TextArea } from '#ui/kit/field.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import page from '#ui/kit/page.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { Table } from '#ui/kit/table.tsx';
import { Broken, Dialogs, Files, Menus, Selects } from './kit-examples.tsx';

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const STATES: readonly [string, ButtonProps][] = [
  ['normal', {}],
  ['small', { size: 'small' }],
  ['with an icon', { icon: Trash2 }],
  ['disabled', { disabled: true }],
  ['pending', { isPending: true }],
];

/** Every component of the kit in each of its states: at /dev/kit of the development server. */
export function KitGallery() {
  return (
    <div className={page['page']}>
      <h1>Kit</h1>
      <Part title="Button">
        {KINDS.map((kind) => (
          <div key={kind} className={controls['row']}>
            {STATES.map(([name, props]) => (
              <Button key={name} kind={kind} {...props}>
                {kind}, {name}
              </Button>
            ))}
          </div>
        ))}
      </Part>
      <Part title="IconButton">
        <div className={controls['row']}>
          {STATES.map(([name, { icon: _, ...props }]) => (
            <IconButton key={name} icon={Trash2} label={name} {...props} />
          ))}
          <CopyButton text="copied" />
          <CopyButton text="copied" isNamed />
        </div>
      </Part>
      <Part title="Field, TextArea, CheckBox, Select">
        <div className={page['grid']}>
          <Field label="Empty" placeholder="placeholder" />
          <Field label="With a hint" hint="What helps to fill it in." defaultValue="value" />
          <Field label="With an error" error="Enter a number of at least 1." defaultValue="-1" />
          <Field label="Disabled" disabled defaultValue="value" />
          <Selects />
          <Selects isInline />
          <Field label="Hidden label" isLabelHidden placeholder="hidden label" />
          <TextArea label="Code" isCode rows={3} defaultValue={'{ "stream": true }'} />
          <CheckBox label="On" defaultChecked />
          <CheckBox label="Disabled" disabled />
        </div>
      </Part>
      <Part title="Progress">
        <Progress label="Unknown" value={null} />
        <Progress label="None" value={0} />
        <Progress label="Half" value={0.5} />
        <Progress label="All" value={1} />
      </Part>
      <Part title="Problem, Guard, LongText">
        <Problem text="The file could not be read. It may have been moved or changed." />
        <Guard title="This part could not be shown." source="What it would have shown." canReload>
          <Broken />
        </Guard>
        <LongText text={'A long text. '.repeat(20)} />
      </Part>
      <Part title="Table">
        <Table columns={['Name', { name: 'Size', isNumber: true }]} caption="Models">
          <tr>
            <td>Guide</td>
            <td className={controls['number']}>5.3 MB</td>
          </tr>
          <tr>
            <td>Embed</td>
            <td className={controls['number']}>2.5 MB</td>
          </tr>
        </Table>
      </Part>
      <Part title="Menu">
        <Menus />
      </Part>
      <Part title="DropZone, FilePicker">
        <Files />
      </Part>
      <Part title="Dialog">
        <Dialogs />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={page['section']} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
