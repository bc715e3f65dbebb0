// Listeners for changes.

export class Emitter<Events extends Record<string, unknown>> {
  private readonly listeners = new Map<keyof Events, Set<(value: never) => void>>();

  on<K extends keyof Events>(event: K, call: (value: Events[K]) => void): () => void {
    const found = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, found);
    found.add(call as (value: never) => void);
    return () => void found.delete(call as (value: never) => void);
  }

  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const call of this.listeners.get(event) ?? []) (call as (value: Events[K]) => void)(value);
  }
}
