/**
 * The bytes of the beanstalkd protocol: cuts what arrives into commands, and writes answers. Also
 * reads the header that keeps a time to run, and creates the file of a Unix socket. Knows no store
 * and no connection.
 */
@NullMarked
package io.duetime.server.beanstalkd.wire;

import org.jspecify.annotations.NullMarked;
