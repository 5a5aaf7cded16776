import { MAX_KEYS } from '../../../../api/contracts/grading.rule.js';
import Button from '@mui/material/Button';
import { CheckField } from '../../../shared/ui/fields.js';
import { regradesMessages as messages } from '../regrades.messages.js';

type Keys = readonly (readonly string[])[];

interface KeyFieldsProps {
  options: readonly string[];
  keys: Keys;
  onChange: (keys: Keys) => void;
}

/** The correct answers of a question: each is a set of options, and any of them gives full marks. */
export function KeyFields({ options, keys, onChange }: KeyFieldsProps) {
  return (
    <>
      {keys.map((key, index) => (
        // keys have no identity besides their place
        <fieldset key={index}>
          <legend>{messages.key(index + 1)}</legend>
          {options.map((option) => (
            <CheckField
              key={option}
              label={option}
              checked={key.includes(option)}
              onChange={(checked) =>
                onChange(keys.with(index, checked ? [...key, option] : key.filter((each) => each !== option)))
              }
            />
          ))}
          {keys.length > 1 && (
            <Button size="small" onClick={() => onChange(keys.toSpliced(index, 1))}>
              {messages.removeKey(index + 1)}
            </Button>
          )}
        </fieldset>
      ))}
      {keys.length < MAX_KEYS && (
        <Button size="small" variant="outlined" onClick={() => onChange([...keys, []])}>
          {messages.addKey}
        </Button>
      )}
    </>
  );
}
