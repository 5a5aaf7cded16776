import { competeScenario, quizScenario, sampleAttempt } from './sample-attempt.js';

/** Bodies that routes accept, by `METHOD path`. Malformed ones are derived from them. */
export function validBodies(
  sessionId: string,
  courseCode: string | null,
): Readonly<Record<string, readonly unknown[]>> {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  return {
    'POST /api/attempts': [
      { scenarioId: competeScenario.scenarioId, sessionId: null },
      { scenarioId: competeScenario.scenarioId, sessionId },
    ],
    'POST /api/scores': [sampleAttempt(null), sampleAttempt(sessionId), sampleAttempt(null, quizScenario)],
    'POST /api/groups/join': [{ code: courseCode }],
    'POST /api/auth/session': [{ username: 'nobody', password: 'nothing_1#' }],
    'POST /api/auth/session/token': ['token', { refreshToken: 'token' }],
    'DELETE /api/auth/session': ['token', { refreshToken: 'token' }],
    'PUT /api/users/:id': [
      { firstName: 'Eve' },
      { organizationId: null },
      { email: 'eve@example.org', currentPassword: 'no_1#' },
    ],
    'PUT /api/account/password': [{ currentPassword: 'nothing_1#', newPassword: 'nothing_else_1#' }],
    'POST /api/account/email-confirmations': [{ userId: sessionId, token: 'token' }],
    'POST /api/account/email-restorations': [{ userId: sessionId, token: 'token' }],
    'PUT /api/users/:id/enabled': [{ enabled: true }],
    'PUT /api/sessions/:sessionId/help/:userId': [
      { helpId: sessionId, status: 'on-my-way' },
      { helpId: sessionId, status: 'resolved' },
    ],
    'PUT /api/sessions/:sessionId/answers': [{ released: true }, { released: false }],
    'PUT /api/groups/:id/scheduledsession': [{ scheduledStartDate: later }, { scheduledStartDate: null }],
    'PUT /api/groups/:id/enddate': [{ newEndDate: later, isImmediate: false }],
  };
}
