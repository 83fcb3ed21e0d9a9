// A name for somebody who does not want to think of one.
const QUALITIES = ['Quiet', 'Bold', 'Patient', 'Curious', 'Merry', 'Steady', 'Wry', 'Gentle', 'Bright', 'Hopeful', 'Careful', 'Lucky', 'Restless', 'Solemn', 'Nimble', 'Dreaming']
const CREATURES = ['Heron', 'Otter', 'Badger', 'Raven', 'Hare', 'Marten', 'Owl', 'Lynx', 'Magpie', 'Seal', 'Fox', 'Wren', 'Stag', 'Toad', 'Moth', 'Beaver', 'Crane', 'Viper', 'Newt', 'Ibis']

/** A pleasant name, another one for every lucky number. */
export function givenName(random: () => number = Math.random): string {
  const one = (of: string[]) => of[Math.floor(random() * of.length)]!
  return `${one(QUALITIES)} ${one(CREATURES)}`
}
