// A moment of a replay as it stands after the # of a link: `120` all-seeing, `120.2` from the third seat, `120.watcher`;
// `end` is the last.
export interface Place {
  moment: number
  viewer: string
}

export function placeIn(hash: string, moments: number, players: number): Place {
  const [number = '', viewer = 'all'] = hash.split('.')
  const moment = number === 'end' ? moments : Math.min(Math.max(Number.parseInt(number, 10) || 0, 0), moments)
  const seat = Number.parseInt(viewer, 10)
  return { moment, viewer: viewer === 'watcher' || (seat >= 0 && seat < players) ? viewer : 'all' }
}

export const hashOf = ({ moment, viewer }: Place): string => (viewer === 'all' ? `${moment}` : `${moment}.${viewer}`)
