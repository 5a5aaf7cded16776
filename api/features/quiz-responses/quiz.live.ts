import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Id } from '../../contracts/primitives.contract.js';
import { parseQuizTopicId } from '../../contracts/quiz-topic.rule.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { isStaffOf } from '../courses/course-staff.query.js';
import { ClassWatchersQuery } from '../courses/class-watchers.query.js';
import { QuizResponsesQuery, type QuizRows } from './quiz-responses.query.js';
import { QuizzesQuery } from './quizzes.query.js';

/** Topic `quiz`: the responses to one quiz of a class, for its staff. */
@Injectable()
export class QuizLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'quiz';
  readonly kind = 'rows';

  constructor(
    private readonly topics: LiveTopics,
    private readonly watchers: ClassWatchersQuery,
    private readonly quizzes: QuizzesQuery,
    private readonly responses: QuizResponsesQuery,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    const { sessionId, scenarioId } = parseQuizTopicId(id);
    if (!Id.safeParse(sessionId).success || !Id.safeParse(scenarioId).success) return null;
    const found = await this.watchers.find(sessionId);
    if (!found || !isStaffOf(actor, found.course)) return null;
    return (await this.quizzes.find(found.session, scenarioId)) ? 'staff' : null;
  }

  /** Students come and go for all quizzes of a class at once. */
  changeIdOf(id: string): string {
    return parseQuizTopicId(id).sessionId;
  }

  async read(id: string, _audience: string, since: number): Promise<LiveRead> {
    const { sessionId, scenarioId } = parseQuizTopicId(id);
    const { sequence, generation, rows } = await this.responses.read(sessionId, scenarioId, since);
    return { sequence, generation, rows: JSON.parse(rows) as QuizRows };
  }
}
