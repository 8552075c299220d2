/** Calls to a server over HTTP: the options that name it, requests, replies and failures. */
@NullMarked
package io.duetime.server.cli.remote;

import org.jspecify.annotations.NullMarked;
