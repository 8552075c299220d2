/** Bytes of strangers. */
@NullMarked
package io.duetime.server.beanstalkd.wire;

import org.jspecify.annotations.NullMarked;
