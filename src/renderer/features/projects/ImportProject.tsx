import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

type ImportProjectProps = {
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
};

/** Chooses a project's file to bring in. */
export function ImportProject({ disabled, onFile }: ImportProjectProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => chooser.current?.click()}>
        <Upload size={13} aria-hidden="true" /> Import project…
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".parallax"
        hidden
        aria-label="Project file to import"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
