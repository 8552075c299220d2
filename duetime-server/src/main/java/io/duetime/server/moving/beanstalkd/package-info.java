/** A tube of beanstalkd as a source. */
@NullMarked
package io.duetime.server.moving.beanstalkd;

import org.jspecify.annotations.NullMarked;
