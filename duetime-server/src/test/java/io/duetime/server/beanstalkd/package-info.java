/** Bytes as clients send them, and the answers that the protocol promises. */
@NullMarked
package io.duetime.server.beanstalkd;

import org.jspecify.annotations.NullMarked;
