import type { LiveTopic } from '../../contracts/live.contract.js';

/** A room's name, unique per topic, id and audience. */
export const roomName = (topic: LiveTopic, id: string, audience: string): string => `${topic}|${id}|${audience}`;

/** What a room's name says; null for the room that socket.io gives each socket. */
export function parseRoomName(name: string): { topic: LiveTopic; id: string } | null {
  const [topic, id, audience] = name.split('|') as [LiveTopic, string?, string?];
  return id === undefined || audience === undefined ? null : { topic, id };
}
