import type { LiveTopic } from '../../contracts/live.contract.js';

/** Returns the name of a room, unique per topic, id and audience. */
export const roomName = (topic: LiveTopic, id: string, audience: string): string => `${topic}|${id}|${audience}`;

/** Parses the name of a room. Returns null for the room that socket.io creates for each socket. */
export function parseRoomName(name: string): { topic: LiveTopic; id: string } | null {
  const [topic, id, audience] = name.split('|') as [LiveTopic, string?, string?];
  return id === undefined || audience === undefined ? null : { topic, id };
}
