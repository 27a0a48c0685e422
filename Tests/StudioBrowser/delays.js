// Delays the page at random: its frames, the answers to its requests, and the messages of its
// worker. A test that reads the page before its last change then fails often instead of rarely.
// The longest delay in milliseconds stands for LONGEST.
(() => {
  const pause = () => (Math.random() < 0.5 ? 0 : Math.random() * LONGEST);
  const sleep = () => new Promise((resolve) => setTimeout(resolve, pause()));

  const nextFrame = window.requestAnimationFrame.bind(window);
  const waiting = new Map();
  let lastFrame = 0;
  let isPlanned = false;
  const runFrame = (time) => {
    isPlanned = false;
    const callbacks = Array.from(waiting.values());
    waiting.clear();
    for (const callback of callbacks) callback(time);
  };
  window.requestAnimationFrame = (callback) => {
    lastFrame += 1;
    waiting.set(lastFrame, callback);
    if (!isPlanned) {
      isPlanned = true;
      setTimeout(() => nextFrame(runFrame), pause());
    }
    return lastFrame;
  };
  window.cancelAnimationFrame = (frame) => waiting.delete(frame);

  const request = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    await sleep();
    const response = await request(address, options);
    await sleep();
    options?.signal?.throwIfAborted();
    return response;
  };

  // Messages stay in their order.
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (type, listener, ...rest) {
    let last = Promise.resolve();
    return listen.call(this, type, (event) => {
      last = last.then(sleep).then(() => listener(event));
    }, ...rest);
  };
})();
