/**
 * The way to the store: connections, calls of scripts and commands, news from channels, and what
 * went wrong said in this library's words. It knows no jobs; nothing outside knows the driver.
 */
@NullMarked
package io.duetime.redis.internal.link;

import org.jspecify.annotations.NullMarked;
