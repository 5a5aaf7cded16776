import { mdiClose, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { playersQuery } from '../api/find-players.js';
import styles from './member-picker.module.css';

interface MemberPickerProps {
  organizationId: string;
  members: readonly BasicUser[];
  onChange: (members: readonly BasicUser[]) => void;
}

const OFFERED = 6;

/** Who is in a course from the start, found by search; everybody else joins with its access code. */
export function MemberPicker({ organizationId, members, onChange }: MemberPickerProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data: found, isError } = useQuery({ ...playersQuery(search, organizationId), enabled: search !== '' });
  const offered = (found ?? []).filter(({ id }) => members.every((member) => member.id !== id)).slice(0, OFFERED);
  return (
    <div className={styles.picker}>
      <TextInput
        label="Add students"
        type="search"
        value={text}
        placeholder="Name or e-mail"
        hint="Optional. Others join with the course’s access code."
        autoComplete="off"
        maxLength={100}
        // Enter would create the course while somebody searches
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={setText}
      />
      {search !== '' && (
        <ul className={styles.list} aria-label="Found">
          {offered.map((user) => (
            <Person
              key={user.id}
              user={user}
              label={`Add ${user.username}`}
              icon={mdiPlus}
              onClick={() => onChange([...members, user])}
            />
          ))}
          {isError && <li>The search failed. Try again.</li>}
          {found && offered.length === 0 && <li>No other student fits.</li>}
        </ul>
      )}
      {members.length > 0 && (
        <>
          <p className="label">{members.length === 1 ? '1 student' : `${members.length} students`} of the course</p>
          <ul className={styles.list} aria-label="Students of the course">
            {members.map((user) => (
              <Person
                key={user.id}
                user={user}
                label={`Take ${user.username} out`}
                icon={mdiClose}
                onClick={() => onChange(members.filter(({ id }) => id !== user.id))}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface PersonProps {
  user: BasicUser;
  label: string;
  icon: string;
  onClick: () => void;
}

function Person({ user: { username, firstName, lastName }, ...action }: PersonProps) {
  return (
    <li className={styles.person}>
      <span>
        {username} <span className={styles.name}>{`${firstName} ${lastName}`.trim()}</span>
      </span>
      <IconAction {...action} />
    </li>
  );
}
