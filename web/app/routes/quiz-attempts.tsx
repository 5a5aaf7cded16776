import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import AttemptsDialog from '../../features/gradebook/components/attempts-dialog.js';
import { gradingQuery } from '../../features/grades/grades.api.js';

type QuizAttemptsProps = Omit<ComponentProps<typeof AttemptsDialog>, 'policy'> & { courseId: string };

/** The attempts of a student in a quiz, whose page has no grading settings. */
export default function QuizAttempts({ courseId, ...dialog }: QuizAttemptsProps) {
  const { data: grading } = useQuery(gradingQuery(courseId));
  return <AttemptsDialog {...dialog} policy={grading?.attempts} />;
}
