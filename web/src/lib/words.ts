// Answers in words, and whether two of them mean the same.
import type { Asked, Option } from '../protocol'

/** An answer as a sentence without its full stop, by the labels of the question's options. */
export function inWords(answer: unknown, question: Asked): string {
  const label = (key: unknown) => question.options.find((each) => each.key === key)?.label ?? String(key)
  if (typeof answer === 'number') return String(answer)
  if (typeof answer === 'string') return label(answer)
  if (Array.isArray(answer)) return answer.map(label).join(', ') || 'none'
  if (answer && typeof answer === 'object') {
    return Object.entries(answer).map(([item, place]) => `${label(item)} to ${label(place)}`).join('; ')
  }
  return ''
}

/** Whether two answers to a question are the same; the order counts only where the question asks for one. */
export function sameAnswer(kind: string, one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [a, b] = kind === 'Order' ? [one, other] : [[...one].sort(), [...other].sort()]
    return JSON.stringify(a) === JSON.stringify(b)
  }
  if (one && other && typeof one === 'object' && typeof other === 'object') {
    const sorted = (each: object) => JSON.stringify(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
    return sorted(one) === sorted(other)
  }
  return one === other
}

/** The keys of the options that an answer is made of. */
export function keysOf(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  if (Array.isArray(answer)) return answer.map(String)
  if (answer && typeof answer === 'object') return Object.keys(answer)
  return []
}

/** The rules that options have of their own, each with what those options are called. */
export function byRule(options: Option[]): [string, string][] {
  const found = new Map<string, Set<string>>()
  for (const { rule, label } of options) if (rule) found.set(rule, (found.get(rule) ?? new Set()).add(label))
  const few = (labels: string[]) => (labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} more`] : labels)
  return [...found].map(([rule, labels]) => [rule, few([...labels]).join(' · ')])
}

/** A part of a rule's text: plain words, stressed ones, a sign of the ledger, or the number of another rule. */
export interface RulePart {
  kind: 'words' | 'bold' | 'sign' | 'rule'
  text: string
}

/** The text of a rule without the ledger's own marks. */
export function ruleParts(text: string): RulePart[] {
  const found: RulePart[] = []
  const add = (kind: RulePart['kind'], words: string) => words && found.push({ kind, text: words })
  text.split('**').forEach((stretch, place) => {
    stretch.split('`').forEach((words, turn) => {
      if (turn % 2) add(/^[A-Z]{2}-[\w.-]+$/.test(words) ? 'rule' : 'sign', words)
      else add(place % 2 ? 'bold' : 'words', words)
    })
  })
  return found
}
