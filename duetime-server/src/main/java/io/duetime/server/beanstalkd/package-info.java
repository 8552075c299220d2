/**
 * The beanstalkd protocol: listens, parses commands, and answers them from one engine. A tube is a
 * queue; a job that is put here has its number as id.
 *
 * <p>One event loop runs everything in this package, so its state needs no locks. Nothing here
 * blocks: answers of the engine continue on the loop. {@code docs/beanstalkd.md} lists the
 * differences from beanstalkd.
 */
@NullMarked
package io.duetime.server.beanstalkd;

import org.jspecify.annotations.NullMarked;
