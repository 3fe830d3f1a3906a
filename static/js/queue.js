// Requests are sent one after the other, so that none is lost or overtaken, however quickly they are made.

export class RequestQueue {
  waiting = [];
  pending = 0; // waiting or being sent
  idle = Promise.resolve(); // resolves when all that was added so far is sent

  constructor(send) {
    this.send = send;
  }

  add(request) {
    this.waiting.push(request);
    this.pending += 1;
    this.idle = this.idle
      .then(() => this.waiting.length && this.send(this.waiting.shift()))
      .catch(() => {})
      .finally(() => { this.pending -= 1; });
  }

  clear() {
    this.waiting.length = 0;
  }
}
