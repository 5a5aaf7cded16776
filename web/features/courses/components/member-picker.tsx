import { mdiClose, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { TextField } from '../../../shared/ui/fields.js';
import { playersQuery } from '../course-administration.api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import styles from './course-dialogs.module.css';

interface MemberPickerProps {
  organizationId: string;
  members: readonly BasicUser[];
  onChange: (members: readonly BasicUser[]) => void;
}

const OFFERED = 6;

/** Search field for the first members of a course. All other students join with the course code. */
export function MemberPicker({ organizationId, members, onChange }: MemberPickerProps) {
  const texts = messages.students;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data: found, isError } = useQuery({ ...playersQuery(search, organizationId), enabled: search !== '' });
  const offered = (found ?? []).filter(({ id }) => members.every((member) => member.id !== id)).slice(0, OFFERED);
  return (
    <div className={styles.picker}>
      <TextField
        label={texts.label}
        type="search"
        value={text}
        placeholder={texts.searchHint}
        hint={texts.help}
        autoComplete="off"
        maxLength={100}
        // Enter in the search field would submit the form and create the course
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={setText}
      />
      {search !== '' && (
        <ul className={styles.people} aria-label={texts.found}>
          {offered.map((user) => (
            <Person
              key={user.id}
              user={user}
              label={texts.add(user.username)}
              icon={mdiPlus}
              onClick={() => onChange([...members, user])}
            />
          ))}
          {isError && <li>{texts.searchFailed}</li>}
          {found && offered.length === 0 && <li>{texts.noneMatch}</li>}
        </ul>
      )}
      {members.length > 0 && (
        <>
          <p className="label">{texts.count(members.length)}</p>
          <ul className={styles.people} aria-label={texts.chosen}>
            {members.map((user) => (
              <Person
                key={user.id}
                user={user}
                label={texts.remove(user.username)}
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
        {username} <span className={styles.fullName}>{`${firstName} ${lastName}`.trim()}</span>
      </span>
      <IconAction {...action} />
    </li>
  );
}
