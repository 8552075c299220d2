/** Calls a server over HTTP: the options that name it, requests, answers and failures. */
@NullMarked
package io.duetime.cli.remote;

import org.jspecify.annotations.NullMarked;
